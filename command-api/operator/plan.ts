import { PLANS } from '@recado/domain/account/plan'
import { z } from 'zod'

export const Plan = z.enum(PLANS)
