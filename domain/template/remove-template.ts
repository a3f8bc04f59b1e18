import type { Decide } from '../decision.ts'
import type { TemplateRemoved } from './events.ts'
import type { Template } from './template.ts'

export type RemoveTemplate = { at: string }

export const removeTemplate: Decide<RemoveTemplate, Template, TemplateRemoved> = (
  { at },
  state,
) => {
  if (state === null) return []
  const { template_id } = state
  return [{ type: 'TemplateRemoved', data: { template_id, removed_at: at } }]
}
