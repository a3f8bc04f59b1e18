import { z } from 'zod'

const NAME_PARTS = ['first_name', 'last_name', 'middle_name', 'suffix', 'prefix'] as const

const Name = z
  .looseObject({
    formatted_name: z.string().regex(/\S/, 'must not be empty'),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    middle_name: z.string().optional(),
    suffix: z.string().optional(),
    prefix: z.string().optional(),
  })
  .refine((name) => NAME_PARTS.some((part) => name[part] !== undefined), {
    error: `must have one of ${NAME_PARTS.join(', ')} beside formatted_name`,
  })

const text = z.string().optional()

const ContactCard = z.looseObject({
  name: Name,
  phones: z.array(z.looseObject({ phone: text, type: text, wa_id: text })).optional(),
  emails: z.array(z.looseObject({ email: text, type: text })).optional(),
  addresses: z.array(z.looseObject({ street: text, city: text, type: text })).optional(),
  org: z.looseObject({ company: text, department: text, title: text }).optional(),
  urls: z.array(z.looseObject({ url: text, type: text })).optional(),
  birthday: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date, YYYY-MM-DD')
    .optional(),
})

export const ContactCards = z.array(ContactCard).min(1)
export type ContactCards = z.infer<typeof ContactCards>
