import { said, type Scene } from "../story/scene"
import { pickOf, type Move } from "./move"

/** Medusa's own provider, by which shops take cash and transfers. */
const OTHER_PROVIDER = "pp_system_default"

const ofOrder = ({ facts, orderId }: Scene): string[] => facts.collections.filter((id) => facts.orderOfCollection[id] === orderId)

const choosesElsewhere: Move = {
  name: "shopper chooses another provider",
  weight: 2,
  can: (scene) => scene.facts.collections.length > 0,
  act: async (scene, choice) => {
    scene.say("shopper", "chooses to pay by another provider on an old page")
    scene.andThen(said(await scene.asks("POST", `/store/payment-collections/${pickOf([...scene.facts.collections].reverse(), choice)}/payment-sessions`, { provider_id: OTHER_PROVIDER })))
  },
}

const marksPaid: Move = {
  name: "staff mark as paid",
  weight: 2,
  can: (scene) => scene.order?.status === "pending" && ofOrder(scene).length > 0,
  act: async (scene, choice) => {
    scene.say("staff", "mark the order as paid, by cash")
    scene.andThen(said(await scene.staff("POST", `/admin/payment-collections/${pickOf(ofOrder(scene).reverse(), choice)}/mark-as-paid`, { order_id: scene.orderId })))
  },
}

export const ELSEWHERE_MOVES: Move[] = [choosesElsewhere, marksPaid]
