import type { Aggregate } from '../decision.ts'
import type { TemplateEvent, TemplateSynced } from './events.ts'

/** The template as the provider last listed it; null before, and once it is removed. */
export type Template = Omit<TemplateSynced['data'], 'synced_at'> | null

/** A message template of a WhatsApp business account, in one language. */
export const template: Aggregate<Template, TemplateEvent> = {
  category: 'template',
  initialState: null,
  evolve(state, event) {
    switch (event.type) {
      case 'TemplateSynced': {
        const { synced_at: _, ...listed } = event.data
        return listed
      }
      case 'TemplateStatusChanged': {
        const { provider_status, rejected_reason } = event.data
        return state === null ? null : { ...state, provider_status, rejected_reason }
      }
      case 'TemplateRemoved':
        return null
    }
  },
}
