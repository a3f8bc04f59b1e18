import { type GraphError, graphError } from './graph-error.ts'
import { isObject, type Json, objectOf } from './json.ts'
import {
  all,
  contactsRule,
  interactiveRule,
  invalid,
  locationRule,
  mediaRule,
  missing,
  type Rule,
  reactionRule,
  textRule,
} from './message-rules.ts'
import { templateError } from './template-rules.ts'
import type { Template } from './templates.ts'

const RULES: Record<string, Rule> = {
  text: textRule('body', 1, 4096),
  image: mediaRule(true),
  video: mediaRule(true),
  audio: mediaRule(false),
  document: all(mediaRule(true), textRule('filename', 0, 240)),
  sticker: mediaRule(false),
  location: locationRule,
  interactive: interactiveRule,
  reaction: reactionRule,
}

/** The error by which the Cloud API refuses the body of a send, before it looks at the recipient's phone. */
export function messageError(body: Json, templates: readonly Template[]): GraphError | undefined {
  return envelopeError(body) ?? contentError(body, templates)
}

function envelopeError(body: Json): GraphError | undefined {
  if (body.messaging_product !== 'whatsapp') {
    return graphError(100, 'The parameter messaging_product is required.')
  }
  const kind = body.recipient_type ?? 'individual'
  if (kind !== 'individual' && kind !== 'group') {
    return graphError(100, "Param recipient_type must be one of {'INDIVIDUAL', 'GROUP'}")
  }
  const recipient = body.to ?? body.recipient
  if (recipient === undefined) return graphError(100, 'The parameter to is required.')
  if (typeof recipient !== 'string' || !/\d/.test(recipient))
    return invalid("'to' is not a phone number")
  return textRule('biz_opaque_callback_data', 0, 512)(body)
}

/** `type` is optional for a text. */
function contentError(body: Json, templates: readonly Template[]): GraphError | undefined {
  const type = body.type ?? 'text'
  if (type === 'contacts') return contactsRule(body.contacts)
  const known = type === 'template' || (typeof type === 'string' && type in RULES)
  if (!known)
    return graphError(
      100,
      `Param type must be one of {${Object.keys(RULES).join(', ')}, contacts, template}`,
    )
  const content = body[String(type)]
  if (!isObject(content)) return missing(String(type))
  if (type === 'reaction' && isObject(body.context)) {
    return graphError(100, "Unexpected key 'context' for a reaction")
  }
  if (type === 'template') return templateError(objectOf(content), templates)
  return RULES[String(type)]?.(content)
}
