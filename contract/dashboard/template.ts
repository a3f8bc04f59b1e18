import { z } from 'zod'

/** One thing to fill in. */
const TemplateVariable = z.object({
  name: z.string().describe('What stands between the braces: a number, or a name.'),
  is_named: z.boolean().describe('Whether a send says it by `parameter_name`.'),
  example: z.string().nullable().describe('What the business gave when it submitted the template.'),
})

/** One text of a template. */
export const TemplateText = z
  .object({
    place: z.enum(['header', 'body', 'button']),
    button: z.int().nullable().describe('Its place among the buttons, from 0.'),
    text: z.string().describe('With its variables in braces; of a button the link.'),
    variables: z.array(TemplateVariable),
  })
  .meta({ id: 'TemplateText' })
export type TemplateText = z.infer<typeof TemplateText>
