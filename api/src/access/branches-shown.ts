/** What is known of a branch and drawn of its rooms is of a place; who works there is named by that. */
export const shown = {
  allBranches: 'nobody',
  branchDetails: 'nobody',
  branchStatusChange: 'nobody',
  deleteBranch: 'nobody',
  newBranch: 'nobody',
  updateBranch: 'nobody',
  floorPlan: 'nobody',
  floorPlanPicture: 'nobody',
  calibration: 'nobody',
  startWalk: 'nobody',
  walkProgress: 'nobody',
  finishWalk: 'nobody',
  discardWalk: 'nobody',
  sendFloorPlan: 'nobody',
  placeRooms: 'nobody',
  deleteFloorPlan: 'nobody',
} as const
