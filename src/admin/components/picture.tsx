import { clx } from "@medusajs/ui"

/** An SVG of the server as an image, in which nothing can run; on white, since scanners want dark on light. */
export function Picture({ svg, alt, className }: { svg: string; alt: string; className?: string }) {
  return <img src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`} alt={alt} className={clx("rounded-md bg-white p-2", className)} />
}
