import { letCodesExpire } from "../world/time"
import { comeToRest, pass } from "../story/rest"
import type { Scene } from "../story/scene"
import { pickOf, type Move } from "./move"

const PAUSES: [string, number][] = [["ten minutes", 10], ["two hours", 120], ["a day", 1_440], ["nine days", 12_960]]

const passes: Move = {
  name: "time passes",
  weight: 4,
  can: (scene) => scene.orderId !== null,
  act: async (scene, choice) => {
    const [words, minutes] = pickOf(PAUSES, choice)
    scene.say("time", `${words} pass`)
    await pass(scene, minutes)
  },
}

const expires: Move = {
  name: "codes expire",
  weight: 5,
  can: (scene) => scene.facts.rows.some(({ is_live, status }) => is_live && ["awaiting_payment", "overdue"].includes(status ?? "")),
  act: async (scene, choice) => {
    scene.say("time", choice.calm ? "the time of the code and its grace are over" : "the time of the code is just over")
    await letCodesExpire(scene)
    if (choice.calm) await scene.world.ticker.round()
  },
}

const rests: Move = {
  name: "everything is looked after",
  weight: 3,
  can: (scene: Scene) => scene.facts.rows.length > 0,
  act: async (scene) => {
    scene.say("time", "a while passes; whatever is due is looked at")
    await comeToRest(scene)
  },
}

export const TIME_MOVES: Move[] = [passes, expires, rests]
