/** Every dialog by its name, and what opening it takes. */
export type DialogProps = {
  changePassword: Record<never, never>
  addCompanyPopover: { uuid?: string }
  addBranchPopover: { uuid?: string }
  companyLimits: { uuid: string }
  changeLanguage: Record<never, never>
}
export type DialogName = keyof DialogProps
