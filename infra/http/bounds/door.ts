/** A group of routes that share a part of a budget, named after the first part of their path. */
export type Door = 'api' | 'dashboard' | 'hooks' | 'operator' | 'other'

const PATH = /^\/(api|dashboard|hooks|operator)(?=[/?#]|$)/

/** The door of a URL's path. */
export function doorOf(url = ''): Door {
  return (PATH.exec(url)?.[1] as Door | undefined) ?? 'other'
}
