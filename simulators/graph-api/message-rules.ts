import { type GraphError, graphError } from './graph-error.ts'
import { isObject, type Json, objectOf } from './json.ts'

/** Missing fields answer 131008, invalid values 131009, unexpected fields 100. */
export const missing = (field: string): GraphError =>
  graphError(131008, `Parameter '${field}' is mandatory`)
export const invalid = (details: string): GraphError => graphError(131009, details)

export type Rule = (content: Json) => GraphError | undefined

/** A text of `least` to `most` code points; `least` 0 makes the field optional. */
export function textRule(field: string, least: number, most: number): Rule {
  return (content) => {
    const value = content[field]
    if (value === undefined) return least === 0 ? undefined : missing(field)
    if (typeof value !== 'string') return invalid(`'${field}' must be a string`)
    const { length } = [...value]
    if (length >= least && length <= most) return undefined
    return invalid(`'${field}' must have ${least} to ${most} characters`)
  }
}

/** The first broken rule. */
export function all(...rules: readonly Rule[]): Rule {
  return (content) => {
    for (const rule of rules) {
      const error = rule(content)
      if (error) return error
    }
    return undefined
  }
}

/** A medium is named by `id` or by `link`, never both; audio and stickers have no caption. */
export function mediaRule(caption: boolean): Rule {
  return all(
    ({ id, link }) => {
      if ((id === undefined) === (link === undefined))
        return invalid("exactly one of 'id' and 'link'")
      return typeof (id ?? link) === 'string' ? undefined : invalid("'id' and 'link' are strings")
    },
    (content) =>
      caption || content.caption === undefined
        ? undefined
        : graphError(100, "Unexpected key 'caption'"),
    textRule('caption', 0, 1024),
  )
}

/** Latitude and longitude, as numbers or numeric texts. */
export const locationRule: Rule = (content) => {
  for (const field of ['latitude', 'longitude']) {
    if (content[field] === undefined) return missing(field)
    if (!Number.isFinite(Number(content[field]))) return invalid(`'${field}' must be a number`)
  }
  return undefined
}

/** The message reacted to, and an emoji; an empty emoji removes the reaction. */
export const reactionRule: Rule = (content) =>
  textRule('message_id', 1, 512)(content) ??
  (typeof content.emoji === 'string' ? undefined : missing('emoji'))

/** Every contact needs a formatted name and one more part of the name. */
export function contactsRule(contacts: unknown): GraphError | undefined {
  if (!Array.isArray(contacts) || contacts.length === 0) return missing('contacts')
  for (const contact of contacts) {
    const name = objectOf(objectOf(contact).name)
    if (typeof name.formatted_name !== 'string') return missing('name.formatted_name')
    if (Object.keys(name).length < 2) return invalid('name needs one more part')
  }
  return undefined
}

/** The rules of the interactive types button and list; other types pass. */
export const interactiveRule: Rule = (content) => {
  if (typeof content.type !== 'string') return missing('interactive.type')
  if (!isObject(content.action)) return missing('interactive.action')
  if (content.type === 'button') return buttonsError(content.action.buttons)
  if (content.type === 'list') return listError(content.action)
  return undefined
}

function buttonsError(buttons: unknown): GraphError | undefined {
  if (!Array.isArray(buttons) || buttons.length < 1 || buttons.length > 3) {
    return invalid('1 to 3 buttons')
  }
  const replies = buttons.map((button) => objectOf(objectOf(button).reply))
  const broken = firstError(replies, all(textRule('id', 1, 256), textRule('title', 1, 20)))
  return (
    broken ??
    (unique(replies, 'title') && unique(replies, 'id')
      ? undefined
      : invalid('button ids and titles must be unique'))
  )
}

function listError(action: Json): GraphError | undefined {
  const { sections } = action
  if (!Array.isArray(sections) || sections.length < 1 || sections.length > 10) {
    return invalid('1 to 10 sections')
  }
  const rows = sections.flatMap((section) => {
    const found = objectOf(section).rows
    return Array.isArray(found) ? found.map(objectOf) : []
  })
  if (rows.length < 1 || rows.length > 10) return invalid('1 to 10 rows in total')
  const row = all(textRule('id', 1, 200), textRule('title', 1, 24), textRule('description', 0, 72))
  return textRule('button', 1, 20)(action) ?? firstError(rows, row)
}

function firstError(items: readonly Json[], rule: Rule): GraphError | undefined {
  return items.map(rule).find((error) => error !== undefined)
}

function unique(items: readonly Json[], field: string): boolean {
  return new Set(items.map((item) => item[field])).size === items.length
}
