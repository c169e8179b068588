import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "crypto"

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** Bound to its purpose alone; what was sealed so is read until it is sealed again. */
const UNBOUND = "v1"
/** What everything begins with that is bound to no place. */
export const UNBOUND_PREFIX = `${UNBOUND}.`
/** Bound to its place as well. */
const BOUND = "v2"

type Key = { id: string; bytes: Buffer }

/**
 * Reads `FATURA_ENCRYPTION_KEY`: one or more keys of 32 bytes in base64 or hex, separated by commas.
 * The first one seals; every one of them opens, so that a key can be replaced without a stop.
 */
export function readKeyRing(text: string): { keys: Key[]; faults: string[] } {
  const keys: Key[] = []
  const faults: string[] = []
  for (const [index, part] of text.split(",").map((piece) => piece.trim()).filter(Boolean).entries()) {
    const bytes = /^[0-9a-f]{64}$/i.test(part) ? Buffer.from(part, "hex") : Buffer.from(part, "base64")
    if (bytes.length !== KEY_BYTES) {
      faults.push(
        `encryptionKey: key ${index + 1} must be 32 bytes in base64 or hex; make one with "openssl rand -base64 32" (or set FATURA_ENCRYPTION_KEY)`
      )
      continue
    }
    keys.push({ id: createHash("sha256").update(bytes).digest("hex").slice(0, 8), bytes })
  }
  if (!keys.length && !faults.length) {
    faults.push("encryptionKey: is empty; make one with \"openssl rand -base64 32\" (or set FATURA_ENCRYPTION_KEY)")
  }
  return { keys, faults }
}

/** Thrown when a sealed value was sealed with a key that is not in the ring, or was changed. */
export class SealError extends Error {
  constructor(message: string) {
    super(message)
    this.name = "SealError"
  }
}

/** What a store without a key is told, in its log and in the admin. */
export const KEY_MISSING = "FATURA_ENCRYPTION_KEY is not set, so nothing can be sealed; make a key with \"openssl rand -base64 32\""

/** Where a sealed value stands: its row, and whatever else must not change under it, as the address that a secret is sent to. */
export type Place = readonly string[]

/** Seals (AES-256-GCM, versioned envelope `v2.<key id>.<iv+tag+text>`) and signs with purpose-bound keys. */
export class KeyRing {
  private readonly keys: Key[]

  /** @param text without one the ring is empty: it seals and opens nothing, and knows no signature */
  constructor(text: string | undefined) {
    if (text === undefined) {
      this.keys = []
      return
    }
    const { keys, faults } = readKeyRing(text)
    if (faults.length) {
      throw new SealError(faults.join("; "))
    }
    this.keys = keys
  }

  get isEmpty(): boolean {
    return this.keys.length === 0
  }

  /**
   * Seals a value. Purpose and place are authenticated: what was sealed for one column does not open in another, nor
   * in another row, so that who can write to the database can't have a secret used where it does not belong.
   */
  seal(plain: string, purpose: string, place: Place): string {
    const key = this.first()
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv("aes-256-gcm", this.derive(key, "seal"), iv)
    cipher.setAAD(boundTo(purpose, place))
    const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()])
    return [BOUND, key.id, Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url")].join(".")
  }

  /** @throws SealError when the key is missing from the ring or the value was changed */
  open(sealed: string, purpose: string, place: Place): string {
    const [version, keyId, packed] = sealed.split(".")
    if ((version !== BOUND && version !== UNBOUND) || !packed) {
      throw new SealError("The sealed value is not in a known form")
    }
    if (this.isEmpty) {
      throw new SealError(KEY_MISSING)
    }
    const key = this.keys.find((candidate) => candidate.id === keyId)
    if (!key) {
      throw new SealError("The key that sealed this value is not in FATURA_ENCRYPTION_KEY; put it back at the end of the list")
    }
    const bytes = Buffer.from(packed, "base64url")
    if (bytes.length < IV_BYTES + TAG_BYTES) {
      throw new SealError("The sealed value was cut")
    }
    const decipher = createDecipheriv("aes-256-gcm", this.derive(key, "seal"), bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(version === BOUND ? boundTo(purpose, place) : Buffer.from(purpose))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8")
    } catch {
      throw new SealError("The sealed value was changed or belongs elsewhere")
    }
  }

  /** As {@link open}; null when the key that sealed it is not in the ring, or the value was changed. */
  openOrNull(sealed: string, purpose: string, place: Place): string | null {
    try {
      return this.open(sealed, purpose, place)
    } catch (error) {
      if (error instanceof SealError) {
        return null
      }
      throw error
    }
  }

  /** HMAC-SHA256 with the first key, base64url. */
  sign(text: string, purpose: string): string {
    return this.signWith(this.first(), text, purpose)
  }

  /** The signature by each key of the ring, newest first. */
  signatures(text: string, purpose: string): string[] {
    return this.keys.map((key) => this.signWith(key, text, purpose))
  }

  /** Checks a signature in constant time against every key of the ring. */
  verify(text: string, signature: string, purpose: string): boolean {
    const given = Buffer.from(signature)
    return this.keys
      .map((key) => Buffer.from(this.signWith(key, text, purpose)))
      .map((expected) => expected.length === given.length && timingSafeEqual(expected, given))
      .includes(true)
  }

  /** A hash that can be looked up, and that says nothing to who lacks the key. */
  fingerprint(text: string): string {
    return this.fingerprintWith(this.first(), text)
  }

  /** The hash by each key of the ring, newest first: what was hashed before a key was replaced is still found. */
  fingerprints(text: string): string[] {
    return this.keys.map((key) => this.fingerprintWith(key, text))
  }

  /** The sealed value again, by the first key and bound to its place; null when it is so already. */
  reseal(sealed: string, purpose: string, place: Place): string | null {
    return sealed.startsWith(this.currentPrefix()) ? null : this.seal(this.open(sealed, purpose, place), purpose, place)
  }

  /** What everything begins with that the first key sealed in the form of today. */
  currentPrefix(): string {
    return `${BOUND}.${this.first().id}.`
  }

  private first(): Key {
    const [key] = this.keys
    if (!key) {
      throw new SealError(KEY_MISSING)
    }
    return key
  }

  private fingerprintWith(key: Key, text: string): string {
    return createHmac("sha256", this.derive(key, "fingerprint")).update(text).digest("base64url")
  }

  private signWith(key: Key, text: string, purpose: string): string {
    return createHmac("sha256", this.derive(key, `sign:${purpose}`)).update(text).digest("base64url")
  }

  private derive(key: Key, use: string): Buffer {
    return Buffer.from(hkdfSync("sha256", key.bytes, "medusa-payment-fatura", use, KEY_BYTES))
  }
}

/** Each part told apart from the next, so that none can be moved over. */
function boundTo(purpose: string, place: Place): Buffer {
  return Buffer.from(JSON.stringify([purpose, ...place]))
}
