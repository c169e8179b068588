import fc from "fast-check"
import { audit } from "../audit/audit"
import { readBooks } from "../audit/read-books"
import type { Move, Choice } from "../moves/move"
import type { World } from "../world/world"
import { buy, type Purchase } from "./purchase"
import { bury, calmDown, comeToRest, letAllEnd } from "./rest"
import { Scene } from "./scene"

/** The story has come to a finding; what would follow does not matter. */
class StoryEnds extends Error {}

/** One move of a story, as fast-check runs it. It keeps what the move is called and chose. */
export class Step implements fc.AsyncCommand<Scene, Scene> {
  constructor(
    private readonly move: Move,
    private readonly choice: Choice,
  ) {}

  check(scene: Readonly<Scene>): boolean {
    return this.move.can(scene as Scene)
  }

  async run(_model: Scene, scene: Scene): Promise<void> {
    await scene.timed("moves", () => this.move.act(scene, this.choice))
    await scene.timed("calm", () => (this.choice.calm ? calmDown(scene) : scene.look()))
    if (scene.found.length) throw new StoryEnds()
  }

  toString(): string {
    return this.move.name
  }
}

/** Lives one story from the purchase to the audit. What is wrong stands in its `found`. */
export async function live(world: World, purchase: Purchase, commands: Iterable<fc.AsyncCommand<Scene, Scene>>): Promise<Scene> {
  const scene = new Scene(world)
  try {
    await scene.timed("buy", () => buy(scene, purchase))
    await scene.timed("calm", () => calmDown(scene))
    if (scene.found.length) return scene
    await fc.asyncModelRun(() => ({ model: scene, real: scene }), commands)
    await scene.timed("end", () => endOf(scene))
  } catch (error) {
    if (!(error instanceof StoryEnds)) throw error
  } finally {
    await bury(scene)
    for (const undo of [...scene.after, ...scene.undo].reverse()) await undo().catch((error: Error) => scene.say("fault", `not taken back: ${error.message}`))
  }
  return scene
}

/** The books are compared when all is done that can be done now, and again when nothing waits for anybody any more. */
async function endOf(scene: Scene): Promise<void> {
  for (const undo of scene.undo.splice(0).reverse()) await undo()
  const pending = await comeToRest(scene)
  scene.found.push(...audit(await readBooks(scene, { pending, isOver: false, keepsOrders: scene.keepsOrders })))
  if (scene.found.length) return
  const left = await letAllEnd(scene)
  scene.say("time", "so much time passes that no code can be paid any more")
  scene.found.push(...audit(await readBooks(scene, { pending: left, isOver: true, keepsOrders: scene.keepsOrders })))
}
