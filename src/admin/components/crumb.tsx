import { useTexts } from "../lib/use-texts"

/** A step of the dashboard's path, which is made outside of a component and must still follow the language. */
export function Crumb({ text }: { text: string }) {
  const { t } = useTexts()
  return <>{t(text)}</>
}
