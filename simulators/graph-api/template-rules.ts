import { type GraphError, graphError } from './graph-error.ts'
import { type Json, objectOf } from './json.ts'
import { missing } from './message-rules.ts'
import type { Template } from './templates.ts'

/** Why this template cannot be sent: unknown (132001), paused or disabled, or wrong parameters (132000). */
export function templateError(
  content: Json,
  templates: readonly Template[],
): GraphError | undefined {
  const { name } = content
  const language = objectOf(content.language).code
  if (typeof name !== 'string') return missing('template.name')
  if (typeof language !== 'string') return missing('template.language.code')
  const template = templates.find((each) => each.name === name && each.language === language)
  const unavailable = statusError(template, name, language)
  if (unavailable || !template) return unavailable
  const expected = variablesIn(template)
  const given = bodyParameters(content)
  if (given === expected) return undefined
  return graphError(
    132000,
    `body: number of localizable_params (${given}) does not match the expected number of params (${expected})`,
  )
}

function statusError(
  template: Template | undefined,
  name: string,
  language: string,
): GraphError | undefined {
  if (template?.status === 'APPROVED') return undefined
  if (template?.status === 'PAUSED') return graphError(132015, `template ${name} is paused`)
  if (template?.status === 'DISABLED') return graphError(132016, `template ${name} is disabled`)
  return graphError(132001, `template name (${name}) does not exist in ${language}`)
}

function variablesIn(template: Template): number {
  const text = componentOf(template.components, 'BODY').text
  return new Set(String(text ?? '').match(/\{\{\w+\}\}/g)).size
}

function bodyParameters(content: Json): number {
  const { parameters } = componentOf(content.components, 'BODY')
  return Array.isArray(parameters) ? parameters.length : 0
}

function componentOf(components: unknown, type: string): Json {
  const list = Array.isArray(components) ? components.map(objectOf) : []
  return list.find((each) => String(each.type).toUpperCase() === type) ?? {}
}
