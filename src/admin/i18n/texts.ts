/** The same keys with other words, so that a missing translation does not compile. */
export type Texts<T> = { [key in keyof T]: T[key] extends string ? string : Texts<T[key]> }
