import type { ReactNode } from "react"
import type { PaymentMethod } from "../core/types"

function Svg({ size = 24, children }: { size?: number; children: ReactNode }) {
  return (
    <svg
      className="fatura-icon" width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor"
      strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false"
    >
      {children}
    </svg>
  )
}

const PATHS = {
  copy: <><rect x="9" y="9" width="11" height="11" rx="2" /><path d="M5 15V6a2 2 0 0 1 2-2h9" /></>,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  clock: <><circle cx="12" cy="12" r="8.5" /><path d="M12 7.5V12l3 2" /></>,
  alert: <><path d="M12 4 3 19.5h18L12 4Z" /><path d="M12 10v4M12 16.8v.2" /></>,
  bank: <path d="M4 10 12 5l8 5H4ZM6 10v7M10 10v7M14 10v7M18 10v7M4 19h16" />,
  lock: <><rect x="5" y="10.5" width="14" height="9.5" rx="2" /><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" /></>,
  document: <path d="M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5M10 16h5" />,
  calendar: <><rect x="4" y="5.5" width="16" height="14.5" rx="2" /><path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" /></>,
  card: <><rect x="3" y="5.5" width="18" height="13" rx="2.5" /><path d="M3 10h18M6.5 15h4" /></>,
  boleto: <path d="M4 6v12M7.5 6v12M10 6v12M13.5 6v12M16 6v12M20 6v12" />,
  // A plain diamond: the official mark belongs to the Banco Central.
  pix: <><rect x="6.2" y="6.2" width="11.6" height="11.6" rx="2.6" transform="rotate(45 12 12)" /><path d="m9 12 3-3 3 3-3 3Z" /></>,
}

export type IconName = keyof typeof PATHS

export function Icon({ name, size }: { name: IconName; size?: number }) {
  return <Svg size={size}>{PATHS[name]}</Svg>
}

/** The drawing of a method; a method that this version does not know has none. */
export function MethodIcon({ method, size }: { method: PaymentMethod; size?: number }) {
  return Object.hasOwn(PATHS, method) ? <Icon name={method} size={size} /> : null
}
