import { clx } from "@medusajs/ui"
import { Link, type LinkProps } from "react-router-dom"

/** A link in running text or in a table: told by its line, since the dashboard's blue is too faint on white. */
export function TextLink({ className, ...props }: LinkProps) {
  return <Link {...props} className={clx("text-ui-fg-base decoration-ui-border-strong hover:decoration-ui-fg-base focus-visible:shadow-borders-focus rounded-sm underline underline-offset-4 outline-none", className)} />
}
