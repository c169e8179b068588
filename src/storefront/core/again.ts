import { FaturaError, isBusy } from "./error"

const PAUSE_MS = 700

/**
 * Once more after an error of the server or a conflict, for calls that do no harm when they are done twice: Medusa
 * answers so when another tab makes the cart's payment collection, or holds the cart's lock, at the same moment.
 */
export async function againAfterServerError<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof FaturaError && error.status >= 500) && !isBusy(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return call()
  }
}
