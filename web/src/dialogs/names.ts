import type { Product } from '@carewatch/contracts/http/products'

/** Every dialog by its name, and what opening it takes. */
export type DialogProps = {
  changePassword: Record<never, never>
  addCompanyPopover: { uuid?: string }
  addUser: Record<never, never>
  changeSupervisor: { uuid: string }
  addBranchPopover: { uuid?: string }
  companyLimits: { uuid: string }
  changeLanguage: Record<never, never>
  editProduct: { product?: Product }
  editArticle: { uuid?: string }
  onboardingRequest: { uuid: string }
  sendSetupLink: { device?: { uuid: string; name: string } }
}
export type DialogName = keyof DialogProps
