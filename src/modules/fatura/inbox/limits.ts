import Redis from "ioredis"
import { networkOf } from "../../../domain/internet-address"
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from "rate-limiter-flexible"

/** Posts without a valid ticket that one internet address may make in a minute. */
const UNTICKETED_PER_MINUTE = 300
/** Verifications of notices without a ticket, for each account in a minute; each costs two calls. */
const VERIFICATIONS_PER_MINUTE = 5
/** Verifications of notices to the address of one invoice in a minute: who has read it in a log can post there. */
const TICKETED_VERIFICATIONS_PER_MINUTE = 30
const MINUTE_SECONDS = 60

/**
 * Limits for what strangers can send. A post with a valid ticket is always taken, so that the gateway is
 * never throttled; only its verification can be put off. Shared by all processes where Redis is, else each process counts for itself.
 */
export class NoticeLimits {
  private readonly posts: RateLimiterAbstract
  private readonly verifications: Record<"panel" | "ticket", RateLimiterAbstract>
  private readonly redis: Redis | null

  constructor(redisUrl: string | undefined) {
    this.redis = redisUrl ? new Redis(redisUrl, { enableOfflineQueue: false, lazyConnect: false, maxRetriesPerRequest: 1 }) : null
    // A Redis that is down must not open the door: each process then counts for itself.
    this.redis?.on("error", () => undefined)
    this.posts = this.limiter("fatura_posts", UNTICKETED_PER_MINUTE)
    this.verifications = {
      panel: this.limiter("fatura_verifications", VERIFICATIONS_PER_MINUTE),
      ticket: this.limiter("fatura_ticket_verifications", TICKETED_VERIFICATIONS_PER_MINUTE),
    }
  }

  /**
   * @param ip who sends; null where that can't be told: these count together
   * @returns whether a post without a valid ticket may go on
   */
  async admitsPost(ip: string | null): Promise<boolean> {
    return consumed(this.posts, ip === null ? "unknown" : networkOf(ip))
  }

  /** @returns whether a notice may be verified now: without a ticket by account, with one by invoice */
  async admitsVerification(door: "panel" | "ticket", invoice: { id: string; account_id: string }): Promise<boolean> {
    return consumed(this.verifications[door], door === "panel" ? invoice.account_id : invoice.id)
  }

  async close(): Promise<void> {
    this.redis?.disconnect()
  }

  private limiter(keyPrefix: string, points: number): RateLimiterAbstract {
    const options = { keyPrefix, points, duration: MINUTE_SECONDS }
    const memory = new RateLimiterMemory(options)
    return this.redis ? new RateLimiterRedis({ ...options, storeClient: this.redis, insuranceLimiter: memory }) : memory
  }
}

async function consumed(limiter: RateLimiterAbstract, key: string): Promise<boolean> {
  try {
    await limiter.consume(key)
    return true
  } catch (refused) {
    if (refused instanceof Error) {
      throw refused
    }
    return false
  }
}
