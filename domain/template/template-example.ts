import { asList, asRecords, asText } from '../provider-event/loose-json.ts'
import type { Place } from './template-variables.ts'

/**
 * The example of a variable in the submitted template; null without one. @param index place among the text's variables
 */
export function exampleOf({ place, text, of }: Place, name: string, index: number): string | null {
  if (place.startsWith('button.')) return linkExample(text, asText(asList(of.example)[0]))
  const example = Object(of.example) as Readonly<Record<string, unknown>>
  const named = asRecords(example[`${place}_text_named_params`])
  const own = named.find(({ param_name }) => param_name === name)
  if (own !== undefined) return asText(own.example)
  const values = asList(example[`${place}_text`])
  // The body has a list of lists: one for each example of the whole text.
  return asText(asList(values[0])[index] ?? values[index])
}

/** The example of a link is mostly the whole link: its fixed beginning is removed. */
function linkExample(url: string, example: string | null): string | null {
  const start = url.slice(0, url.indexOf('{{'))
  return example?.startsWith(start) ? asText(example.slice(start.length)) : example
}
