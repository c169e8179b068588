import { faultOfAddress, isInternal } from "../accounts/public-address"

describe("addresses that staff give", () => {
  const known: Record<string, string[]> = { "inside.example": ["203.0.113.7", "10.0.0.5"], "nowhere.example": [], "mapped.example": ["::ffff:7f00:1"] }
  const resolve = async (host: string) => known[host] ?? ["203.0.113.7"]

  it.each([
    ["https://gateway.example", null],
    ["https://gateway.example/api", null],
    ["https://203.0.113.7", null],
    ["http://gateway.example", "not_https"],
    ["https://user:pass@gateway.example", "not_https"],
    ["https://gateway.example/?a=b", "not_https"],
    ["ftp://gateway.example", "not_https"],
    ["nonsense", "not_https"],
    ["http://localhost:9100", "private_address"],
    ["https://127.0.0.1", "private_address"],
    ["https://2130706433", "private_address"],
    ["https://10.1.2.3", "private_address"],
    ["https://172.31.0.1", "private_address"],
    ["https://192.168.0.10", "private_address"],
    ["https://169.254.169.254/latest/meta-data", "private_address"],
    ["https://[::1]", "private_address"],
    ["https://[fd00::1]", "private_address"],
    ["https://[::ffff:10.0.0.1]", "private_address"],
    ["https://inside.example", "private_address"],
    ["https://mapped.example", "private_address"],
    ["https://nowhere.example", "unknown_host"],
    ["https://[2002:7f00:1::]", "private_address"],
    ["https://[64:ff9b:1::a00:1]", "private_address"],
    ["https://[fec0::1]", "private_address"],
    ["https://[::ffff:0:10.0.0.1]", "private_address"],
    ["https://[5f00::1]", "private_address"],
    ["https://[2606:4700::1111]", null],
    ["https://0x7f.1", "private_address"],
    ["https://0", "private_address"],
  ])("in production: %s -> %s", async (address, fault) => {
    const hosts = address.includes("localhost") ? async () => ["127.0.0.1"] : resolve
    expect(await faultOfAddress(address, true, hosts)).toBe(fault)
  })

  it("may be of this machine outside production", async () => {
    expect(await faultOfAddress("http://127.0.0.1:9100", false)).toBeNull()
    expect(await faultOfAddress("http://gateway.example", false)).toBe("not_https")
  })

  it.each([["8.8.8.8", false], ["100.64.0.1", true], ["2001:4860:4860::8888", false], ["fe80::1", true], ["fe80::1%eth0", true], ["2002:a00:1::", true], ["64:ff9b::a00:1", true], ["64:ff9b:1:ffff::1", true], ["fec0::1", true], ["2001:0:a00:1::", true], ["::a00:1", true],
    ["::ffff:10.0.0.1", true], ["::ffff:8.8.8.8", false], ["::ffff:808:808", false], ["gateway.example", true], ["", true], ["::ffff:7f00:1", true]])("%s is internal: %s", (ip, internal) => {
    expect(isInternal(ip)).toBe(internal)
  })
})
