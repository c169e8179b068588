import { Module } from "@medusajs/framework/utils"
import FaturaModuleService from "./service"

export const FATURA_MODULE = "fatura"

export type { FaturaModuleService }
export default Module(FATURA_MODULE, { service: FaturaModuleService })
