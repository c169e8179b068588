/** Booking waits (an order change is in progress, a refund is under way); the outbox comes back to it. */
export class BookingWaits extends Error {}
