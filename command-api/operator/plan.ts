import { z } from 'zod'

export const Plan = z.enum(['basic', 'official', 'agency'])
