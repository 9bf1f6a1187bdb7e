import {
  changeProfileFields,
  deletePicture,
  getProfile,
  updateProfile,
  uploadPicture,
} from '#contract/profiles.ts'
import { baseApi, createQueryAndMutationBuilders } from '#web/api/query.ts'

export const profilesApi = baseApi.injectEndpoints({
  endpoints: build => {
    const { read, write } = createQueryAndMutationBuilders(build)
    return {
      profile: read(getProfile, ['Profile']),
      updateProfile: write(updateProfile, ['Profile']),
      changeProfileFields: write(changeProfileFields, ['Profile']),
      uploadPicture: write(uploadPicture, ['Profile']),
      deletePicture: write(deletePicture, ['Profile']),
    }
  },
})
