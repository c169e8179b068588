const NAME = "BookingWaits"

/** Booking waits (an order change is in progress, a refund is under way); the outbox comes back to it. */
export class BookingWaits extends Error {
  constructor(message: string) {
    super(message)
    this.name = NAME
  }
}

/** Also of one that comes out of a workflow: Medusa hands what a step throws over as plain data, without its class. */
export function isBookingWaits(error: unknown): error is Error {
  return (error as Error | null)?.name === NAME
}
