import { randomBytes } from "node:crypto"
import type { KeyRing } from "../crypto/key-ring"
import { Database, tables } from "../database"
import { isLoopback } from "../options/read-options"
import { SETTINGS_ROW } from "../settings/revision"
import type { Language } from "../texts/shopper-texts"

const PROBE = "self-test-probe"
const ANSWER = "self-test-answer"
/** What a probe begins with, where the ticket of an invoice would stand. */
const PREFIX = "self-test"
const LIFE_SECONDS = 30
const LIMIT_MS = 15_000

export type SelfTestCode = "arrived" | "arrived_locally" | "other_server" | "redirected" | "refused" | "not_reachable" | "timed_out" | "no_key"
export type SelfTest = { ok: boolean; code: SelfTestCode; message: string; address: string; http_status: number | null; ms: number | null }

const WORDS: Record<SelfTestCode, Record<Language, string>> = {
  arrived: {
    "pt-BR": "O aviso de teste chegou a esta loja pelo endereço público.",
    en: "The test notice arrived at this store through its public address.",
  },
  arrived_locally: {
    "pt-BR": "O aviso de teste chegou, mas o endereço é desta máquina: um gateway de fora não o alcança. Serve só para desenvolvimento.",
    en: "The test notice arrived, but the address is of this machine: a gateway outside can't reach it. It is good for development only.",
  },
  other_server: {
    "pt-BR": "Alguém respondeu neste endereço, mas não esta loja. Confira backendUrl (FATURA_BACKEND_URL) e o proxy na frente do Medusa.",
    en: "Something answered at this address, but not this store. Check backendUrl (FATURA_BACKEND_URL) and the proxy in front of Medusa.",
  },
  redirected: {
    "pt-BR": "O endereço redireciona para outro, e o gateway pode não seguir. Use em backendUrl o endereço final.",
    en: "The address redirects to another, which the gateway may not follow. Put the final address into backendUrl.",
  },
  refused: {
    "pt-BR": "O endereço recusou o aviso de teste, como faz um firewall ou uma proteção contra robôs. Libere POST em /hooks/fatura.",
    en: "The address refused the test notice, as a firewall or bot protection does. Let POST to /hooks/fatura through.",
  },
  not_reachable: {
    "pt-BR": "Não há resposta neste endereço. Confira backendUrl (FATURA_BACKEND_URL), o DNS, o certificado e se o servidor está no ar.",
    en: "There is no answer at this address. Check backendUrl (FATURA_BACKEND_URL), DNS, the certificate, and that the server is up.",
  },
  timed_out: {
    "pt-BR": "O endereço não respondeu em 15 segundos.",
    en: "The address did not answer within 15 seconds.",
  },
  no_key: {
    "pt-BR": "Sem a chave de criptografia nenhum aviso pode ser reconhecido. Defina FATURA_ENCRYPTION_KEY primeiro.",
    en: "Without the encryption key no notice can be recognised. Set FATURA_ENCRYPTION_KEY first.",
  },
}

/**
 * Posts to our own notification address as the gateway would and sees whether it comes to this store. The
 * probe is signed, lives for half a minute, works once, and moves nothing; the answer is signed too, so that
 * a page of a proxy is not taken for ours.
 */
export class SelfTests {
  constructor(
    private readonly db: Database,
    private readonly ring: KeyRing,
    private readonly backendUrl: string
  ) {}

  async run(language: Language): Promise<SelfTest> {
    const address = `${this.backendUrl}/hooks/fatura`
    if (this.ring.isEmpty) {
      return { ok: false, code: "no_key", message: WORDS.no_key[language], address, http_status: null, ms: null }
    }
    const nonce = randomBytes(16).toString("base64url")
    await this.remember(nonce)
    const startedAt = Date.now()
    const { code, status } = await this.post(`${address}/${PREFIX}.${nonce}.${this.ring.sign(nonce, PROBE)}`, nonce)
    return { ok: code === "arrived" || code === "arrived_locally", code, message: WORDS[code][language], address, http_status: status, ms: Date.now() - startedAt }
  }

  /** What the notice door answers to a probe of ours; null for everything else, and for one that was answered. */
  async answer(ticket: string): Promise<{ self_test: string } | null> {
    const [prefix, nonce, signature] = ticket.split(".")
    if (prefix !== PREFIX || !nonce || !signature || !this.ring.verify(nonce, signature, PROBE)) {
      return null
    }
    const taken = await this.db(tables.settings)
      .where({ id: SETTINGS_ROW, probe: nonce })
      .andWhere("probe_expires_at", ">", this.db.fn.now())
      .update({ probe: null, probe_expires_at: null })
    return taken ? { self_test: this.ring.sign(nonce, ANSWER) } : null
  }

  private async remember(nonce: string): Promise<void> {
    const expiry = this.db.raw("now() + make_interval(secs => ?)", [LIFE_SECONDS])
    await this.db(tables.settings)
      .insert({ id: SETTINGS_ROW, overrides: "{}", probe: nonce, probe_expires_at: expiry })
      .onConflict("id")
      .merge(["probe", "probe_expires_at"])
  }

  private async post(address: string, nonce: string): Promise<{ code: SelfTestCode; status: number | null }> {
    try {
      const answer = await fetch(address, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ type: "self-test" }),
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      return { code: await this.judge(answer, nonce), status: answer.status }
    } catch (error) {
      return { code: (error as Error).name === "TimeoutError" ? "timed_out" : "not_reachable", status: null }
    }
  }

  private async judge(answer: Response, nonce: string): Promise<SelfTestCode> {
    if (answer.status >= 300 && answer.status < 400) {
      return "redirected"
    }
    const body = (await answer.json().catch(() => null)) as { self_test?: unknown } | null
    if (answer.status === 200 && typeof body?.self_test === "string" && this.ring.verify(nonce, body.self_test, ANSWER)) {
      return isLoopback(this.backendUrl) ? "arrived_locally" : "arrived"
    }
    return [401, 403, 405, 429].includes(answer.status) ? "refused" : "other_server"
  }
}
