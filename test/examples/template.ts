import type {
  TemplateRemoved,
  TemplateStatusChanged,
  TemplateSynced,
} from '@recado/domain/template/events'

export const at = '2026-01-07T09:00:00.000Z'
const templateId = '6b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01'

export const templateSynced: TemplateSynced = {
  type: 'TemplateSynced',
  data: {
    template_id: templateId,
    waba_id: '102290129340398',
    name: 'order_ready',
    language: 'pt_BR',
    provider_template_id: '800000001',
    provider_status: 'APPROVED',
    rejected_reason: null,
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [{ type: 'BODY', text: 'Olá {{1}}' }],
    variables: ['body.1'],
    synced_at: at,
  },
}

export const templatePaused: TemplateStatusChanged = {
  type: 'TemplateStatusChanged',
  data: {
    template_id: templateId,
    provider_status: 'PAUSED',
    rejected_reason: null,
    changed_at: at,
  },
}

export const templateRemoved: TemplateRemoved = {
  type: 'TemplateRemoved',
  data: { template_id: templateId, removed_at: at },
}
