import { useState } from "react"

type Props = { src?: string | null; title: string; className?: string; eager?: boolean }

const tints = ["leaf", "sun", "sky", "clay"] as const

/** The picture of a product; where there is none, or it does not load, a calm drawing takes its place. */
export function ProductImage({ src, title, className = "", eager = false }: Props) {
  const [failed, setFailed] = useState(false)
  if (src && !failed) {
    return (
      <img
        className={`product-image ${className}`} src={src} alt="" loading={eager ? "eager" : "lazy"}
        onError={() => setFailed(true)}
      />
    )
  }
  const tint = tints[[...title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % tints.length]
  return (
    <span className={`product-image product-image--drawn product-image--${tint} ${className}`} aria-hidden="true">
      <svg viewBox="0 0 120 120">
        <g className="product-image__petals">
          {[0, 72, 144, 216, 288].map((angle) => (
            <ellipse key={angle} cx="60" cy="37" rx="15" ry="21" transform={`rotate(${angle} 60 60)`} />
          ))}
        </g>
        <circle className="product-image__heart" cx="60" cy="60" r="21" />
        <text x="60" y="60" dominantBaseline="central" textAnchor="middle">{title.trim().charAt(0).toUpperCase()}</text>
      </svg>
    </span>
  )
}
