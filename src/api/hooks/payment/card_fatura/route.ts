import { takePanelNotice } from "../../../doors/notice-door"

/** Medusa's own hook address; it wins over core's route, which would keep the notice in memory only. */
export const POST = takePanelNotice
