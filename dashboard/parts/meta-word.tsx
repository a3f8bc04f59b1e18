import { text } from '../text/choose.ts'

/** A constant of Meta's API: in words, with the constant beside them; an unknown one alone. */
export function MetaWord({ value }: { value: string }) {
  const words = wordsOf(value)
  if (words === undefined) return <>{value}</>
  if (words.toUpperCase() === value) return <>{words}</>
  return (
    <>
      {words} <code class="muted">{value}</code>
    </>
  )
}

function wordsOf(value: string): string | undefined {
  const { words, tier } = text().meta
  const [, units, thousands] = /^TIER_(\d+)(K?)$/.exec(value) ?? []
  if (units === undefined) return Object.entries(words).find(([name]) => name === value)?.[1]
  const people = Number(units) * (thousands === '' ? 1 : 1_000)
  return tier(people.toLocaleString(document.documentElement.lang))
}
