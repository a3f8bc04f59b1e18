import type { Side } from '../measuring/group.ts'
import type { Followers } from './stack.ts'

/** How many facts the processes that follow the log have parsed. */
async function parsedFacts({ parts }: Followers): Promise<number> {
  const told = await Promise.all(
    parts.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
  )
  return told.reduce((sum, text) => sum + Number(PARSED.exec(text)?.[1] ?? Number.NaN), 0)
}

const PARSED = /^recado_followed_facts_total\{step="parsed"\} (\d+)/m

/** The same side, which also counts how often a process that follows the log parses a fact. One operation is one fact. */
export function countingParsed(followers: Followers, side: Side): Side {
  return {
    ...side,
    async round(enough) {
      const before = await parsedFacts(followers)
      const { operations, figures } = await side.round(enough)
      const parsed = (await parsedFacts(followers)) - before
      const parsed_per_fact = parsed / (operations * followers.parts.length)
      return { operations, figures: { ...figures, parsed_per_fact } }
    },
  }
}
