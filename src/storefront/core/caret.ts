const significant = /[0-9A-Za-z]/

/** How many characters of the content stand before the caret, or null when it is at the end and simply stays there. */
export function caretPlace(input: HTMLInputElement): number | null {
  const { value, selectionStart } = input
  if (selectionStart === null || selectionStart === value.length) return null
  return [...value.slice(0, selectionStart)].filter((char) => significant.test(char)).length
}

/** Puts the caret back after a mask has moved the punctuation around it. */
export function restoreCaret(input: HTMLInputElement, place: number): void {
  // Inputs of type e-mail have no caret to set.
  if (input.selectionStart === null) return
  const column = columnAfter(input.value, place)
  input.setSelectionRange(column, column)
}

function columnAfter(text: string, count: number): number {
  let seen = 0
  for (let column = 0; column < text.length; column++) {
    if (seen === count) return column
    if (significant.test(text[column] ?? "")) seen++
  }
  return text.length
}
