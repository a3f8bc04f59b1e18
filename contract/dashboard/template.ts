import { z } from 'zod'

const TemplateVariable = z.object({
  name: z.string().describe('The text between the braces: a number or a name.'),
  is_named: z.boolean().describe('Whether a send names it by `parameter_name`.'),
  example: z
    .string()
    .nullable()
    .describe('The example that the business gave when it submitted the template.'),
})

export const TemplateText = z
  .object({
    place: z.enum(['header', 'body', 'button']).describe('Which part of the template it is.'),
    button: z
      .int()
      .nullable()
      .describe('Its place among the buttons, from 0; null for other parts.'),
    text: z.string().describe('The text with its variables in braces; for a button, its link.'),
    variables: z.array(TemplateVariable).describe('What a send must fill in, in its order.'),
  })
  .meta({ id: 'TemplateText', description: 'A text of a template, with its variables.' })
export type TemplateText = z.infer<typeof TemplateText>
