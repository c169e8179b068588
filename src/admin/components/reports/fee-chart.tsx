import { useFormats } from "../../lib/formats"
import { useTexts } from "../../lib/use-texts"

export type Bar = { key: string; name: string; fees: number; net: number }

const HEIGHT = 160
const WIDEST = 48
const VIEW = 1_000

/**
 * Net and fees as stacked bars. The table beside it holds the same figures, so that the picture is one image with
 * a name for who can't see it.
 */
export function FeeChart({ bars, label }: { bars: Bar[]; label: string }) {
  const { t } = useTexts()
  const { money } = useFormats()
  const highest = Math.max(...bars.map(({ fees, net }) => fees + net), 0.01)
  const step = VIEW / bars.length
  const width = Math.min(WIDEST, step * 0.7)
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${VIEW} ${HEIGHT}`} preserveAspectRatio="none" className="h-40 w-full">
      {bars.map(({ key, name, fees, net }, index) => {
        const x = index * step + (step - width) / 2
        const netHeight = (net / highest) * HEIGHT
        const feesHeight = (fees / highest) * HEIGHT
        return (
          <g key={key}>
            <title>{t("reports.fees.chartBar", { name, fees: money(fees), net: money(net) })}</title>
            <rect x={x} y={HEIGHT - netHeight} width={width} height={netHeight} className="fill-ui-tag-blue-icon" />
            <rect x={x} y={HEIGHT - netHeight - feesHeight} width={width} height={feesHeight} className="fill-ui-tag-orange-icon" />
          </g>
        )
      })}
    </svg>
  )
}

/** What the colours mean. */
export function FeeLegend() {
  const { t } = useTexts()
  return (
    <ul className="txt-small text-ui-fg-subtle flex gap-x-4">
      <li className="flex items-center gap-x-2">
        <span aria-hidden className="bg-ui-tag-blue-icon size-3 rounded-sm" />
        {t("reports.fees.columns.net")}
      </li>
      <li className="flex items-center gap-x-2">
        <span aria-hidden className="bg-ui-tag-orange-icon size-3 rounded-sm" />
        {t("reports.fees.columns.fees")}
      </li>
    </ul>
  )
}
