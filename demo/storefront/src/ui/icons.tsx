type IconProps = { size?: number }

function Svg({ size = 24, children }: IconProps & { children: React.ReactNode }) {
  return (
    <svg
      width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor"
      strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export function BagIcon(props: IconProps) {
  return <Svg {...props}><path d="M5 8h14l-1 12H6L5 8Z" /><path d="M9 8V7a3 3 0 0 1 6 0v1" /></Svg>
}

export function CopyIcon(props: IconProps) {
  return <Svg {...props}><rect x="9" y="9" width="11" height="11" rx="2" /><path d="M5 15V6a2 2 0 0 1 2-2h9" /></Svg>
}

export function CheckIcon(props: IconProps) {
  return <Svg {...props}><path d="m5 12.5 4.5 4.5L19 7.5" /></Svg>
}

export function ClockIcon(props: IconProps) {
  return <Svg {...props}><circle cx="12" cy="12" r="8.5" /><path d="M12 7.5V12l3 2" /></Svg>
}

export function AlertIcon(props: IconProps) {
  return <Svg {...props}><path d="M12 4 3 19.5h18L12 4Z" /><path d="M12 10v4" /><path d="M12 16.8v.2" /></Svg>
}

export function BackIcon(props: IconProps) {
  return <Svg {...props}><path d="M15 5 8 12l7 7" /></Svg>
}

export function BoxIcon(props: IconProps) {
  return <Svg {...props}><path d="m12 3 8 4.5v9L12 21l-8-4.5v-9L12 3Z" /><path d="m4 7.5 8 4.5 8-4.5M12 12v9" /></Svg>
}

export function TruckIcon(props: IconProps) {
  return <Svg {...props}><path d="M3 6h11v10H3zM14 10h4l3 3v3h-7" /><circle cx="7" cy="17.5" r="1.8" /><circle cx="17" cy="17.5" r="1.8" /></Svg>
}

export function BankIcon(props: IconProps) {
  return <Svg {...props}><path d="M4 10 12 5l8 5H4ZM6 10v7M10 10v7M14 10v7M18 10v7M4 19h16" /></Svg>
}

/** A plain diamond for the method's row; the official mark belongs to the Banco Central. */
export function PixIcon(props: IconProps) {
  return <Svg {...props}><rect x="6.2" y="6.2" width="11.6" height="11.6" rx="2.6" transform="rotate(45 12 12)" /><path d="m9 12 3-3 3 3-3 3Z" /></Svg>
}

export function CardIcon(props: IconProps) {
  return <Svg {...props}><rect x="3" y="5.5" width="18" height="13" rx="2.5" /><path d="M3 10h18M6.5 15h4" /></Svg>
}

export function BarcodeIcon(props: IconProps) {
  return <Svg {...props}><path d="M4 6v12M7.5 6v12M10 6v12M13.5 6v12M16 6v12M20 6v12" /></Svg>
}

export function LockIcon(props: IconProps) {
  return <Svg {...props}><rect x="5" y="10.5" width="14" height="9.5" rx="2" /><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" /></Svg>
}

export function DocumentIcon(props: IconProps) {
  return <Svg {...props}><path d="M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5M10 16h5" /></Svg>
}

export function CalendarIcon(props: IconProps) {
  return <Svg {...props}><rect x="4" y="5.5" width="16" height="14.5" rx="2" /><path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" /></Svg>
}

export function LogoMark() {
  return (
    <svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
      <g fill="#f6b81a">
        <circle cx="16" cy="8" r="5.6" /><circle cx="23.6" cy="13.6" r="5.6" /><circle cx="20.7" cy="22.6" r="5.6" />
        <circle cx="11.3" cy="22.6" r="5.6" /><circle cx="8.4" cy="13.6" r="5.6" />
      </g>
      <circle cx="16" cy="16.2" r="4" fill="#0f6b4c" />
    </svg>
  )
}
