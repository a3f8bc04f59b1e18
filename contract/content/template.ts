import { z } from 'zod'
import { byType, typeField } from './by-type.ts'
import { TemplateParameter } from './template-parameter.ts'

const parameters = z
  .array(TemplateParameter)
  .optional()
  .describe('The values of its variables, in their order or by their names.')

const Button = z.looseObject({
  type: typeField('button'),
  sub_type: z
    .string()
    .min(1)
    .describe('What the button does: quick_reply, url, flow, catalog or copy_code.'),
  index: z
    .unknown()
    .refine(isDigit, {
      error: ({ input }) => (input === undefined ? 'is required' : 'must be a number from 0 to 9'),
    })
    .meta({
      openapi: { type: ['integer', 'string'], description: 'Place in the template, from 0.' },
    }),
  parameters,
})

function isDigit(index: unknown): boolean {
  return (typeof index === 'number' || typeof index === 'string') && /^\d$/.test(String(index))
}

const Component = byType({
  header: z.looseObject({ type: typeField('header'), parameters }),
  body: z.looseObject({ type: typeField('body'), parameters }),
  button: Button,
})

/** An approved template with the values of its variables. */
export const Template = z.object({
  name: z.string().min(1).max(512).describe('The exact approved name.'),
  language: z.string().min(2).max(20).describe('As it was approved, such as pt_BR.'),
  components: z
    .array(Component)
    .max(20)
    .nullish()
    .describe('Its parts with variables: header, body and buttons.'),
})
export type Template = z.infer<typeof Template>
