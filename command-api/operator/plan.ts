import { z } from 'zod'

/** What an account can be on. */
export const Plan = z.enum(['basic', 'official', 'agency'])
