/** Copies a text; `element` shows it, for browsers that only copy what is selected. Answers whether it worked. */
export async function copyText(text: string, element: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(element)
  }
}

// navigator.clipboard is absent without https and refused inside some apps' own browsers.
function copySelection(element: HTMLElement | null): boolean {
  const selection = window.getSelection()
  if (!element || !selection) return false
  selection.selectAllChildren(element)
  return document.execCommand("copy")
}
