/** A slow call of one task must not keep the others waiting. */
const LANES = 4
/** Then the next run of the job goes on. */
const MOST_IN_A_LANE = 50

/**
 * Repeats what takes one piece of work and does it, several at a time, until there is none left.
 * @param doOne answers false when nothing is due
 */
export async function inLanes(doOne: () => Promise<boolean>): Promise<void> {
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let count = 0; count < MOST_IN_A_LANE && (await doOne()); count++) continue
    })
  )
}
