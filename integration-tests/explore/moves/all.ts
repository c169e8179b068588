import type { Move } from "./move"
import { ELSEWHERE_MOVES } from "./elsewhere"
import { FAULT_MOVES } from "./faults"
import { GATEWAY_MOVES } from "./gateway"
import { HOUSE_MOVES } from "./house"
import { SHOPPER_MOVES } from "./shopper"
import { STAFF_MONEY_MOVES } from "./staff-money"
import { STAFF_ORDER_MOVES } from "./staff-orders"
import { TIME_MOVES } from "./time"

/** What can happen in a story that leaves the shop itself as it is, so that many can be lived at the same time. */
export const STORY_MOVES: Move[] = [...SHOPPER_MOVES, ...STAFF_ORDER_MOVES, ...STAFF_MONEY_MOVES, ...GATEWAY_MOVES, ...TIME_MOVES, ...FAULT_MOVES, ...ELSEWHERE_MOVES]

/** The shop itself is changed among the rest, so nothing else can be lived meanwhile. */
export const HOUSE_STORY_MOVES: Move[] = [...STORY_MOVES, ...HOUSE_MOVES]
