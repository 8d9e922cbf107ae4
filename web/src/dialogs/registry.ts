import type { Dialog } from './dialog.ts'
import type { DialogName, DialogProps } from './names.ts'

/** Where each dialog is; it is loaded when it is opened first. */
export const registry: { [Name in DialogName]: () => Promise<Dialog<DialogProps[Name]>> } = {
  changePassword: async () => (await import('../features/account/ChangePasswordDialog.tsx')).changePassword,
  addCompanyPopover: async () =>
    (await import('../features/companies/AddCompanyDialog.tsx')).addCompanyPopover,
  addUser: async () => (await import('../features/users/AddUserDialog.tsx')).addUser,
  changeSupervisor: async () =>
    (await import('../features/users/ChangeSupervisorDialog.tsx')).changeSupervisor,
  addBranchPopover: async () => (await import('../features/branches/AddBranchDialog.tsx')).addBranchPopover,
  companyLimits: async () => (await import('../features/companies/LimitsDialog.tsx')).companyLimits,
  editProduct: async () => (await import('../features/products/EditProductDialog.tsx')).editProduct,
  onboardingRequest: async () => (await import('../features/onboarding/RequestDialog.tsx')).onboardingRequest,
  sendSetupLink: async () => (await import('../features/onboarding/SendLinkDialog.tsx')).sendSetupLink,
  editArticle: async () => (await import('../features/learning/EditArticleDialog.tsx')).editArticle,
  changeLanguage: async () => (await import('../features/account/ChangeLanguageDialog.tsx')).changeLanguage,
}
