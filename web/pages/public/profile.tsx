import { lazy, Suspense, useEffect } from 'react'
import { data, isRouteErrorResponse, redirect } from 'react-router'
import { getPublicProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { ProfileHeader } from '#web/features/profiles/profile-header.tsx'
import { pageContext } from '#web/page-context.ts'
import { paths } from '#web/paths.ts'
import { LazyErrorPage } from '#web/shared/errors/lazy-error-page.tsx'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { HydrateWhenIdle, lazyWhenIdle } from '#web/ui/hydrate-when-idle.tsx'
import type { Route } from './+types/profile'
import { buildProfileMeta } from './profile/profile-meta.ts'
import { SellerProducts } from './profile/seller-products.tsx'
import { persistently } from '#web/ui/load-code.ts'

const ShareControl = lazyWhenIdle(() =>
  import('#web/shared/share/share-control.tsx').then(module => module.ShareControl),
)

const MissingProfile = lazy(persistently(() => import('./profile/missing-profile.tsx')))

/**
 * Loads the public profile of the username in the path.
 * @throws a response: 404 if the username does not exist, else with the status of the failed call
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { call, brand, locale, origin } = context.get(pageContext)
  // Usernames are in lowercase; people also write them in URLs with an `@` and in capitals.
  const username = params.username.replace(/^@/, '').toLowerCase()
  const result = await call(getPublicProfile, { params: { username } })
  if (!result.ok) throw data(null, { status: result.status || 502 })
  // The seller has another username now, so links with the former one lead to the current address.
  if (result.body.username !== username)
    throw redirect(paths.profile(result.body.username), { status: 301 })
  return { profile: result.body, page: { brand, locale, origin } }
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? buildProfileMeta(loaderData.profile, loaderData.page) : []
}

/** The page of a seller's public profile, the kiosk. Source: specification, screen behaviour. */
export default function ProfilePage({ loaderData: { profile, page } }: Route.ComponentProps) {
  // The link to a kiosk counts for what is bought there on another day.
  useEffect(() => void import('#web/shared/touches.ts'), [])
  return (
    <HydrateWhenIdle>
      <div className="wrap pt-3 pb-20 lg:pt-6">
        <ProfileHeader
          profile={profile}
          controls={
            <ShareControl
              url={`${page.origin}${paths.profile(profile.username)}`}
              text={profile.displayName ?? `@${profile.username}`}
              fileName={`qr-${profile.username}`}
            />
          }
        />
        {profile.products.length > 0 ? (
          <SellerProducts
            key={profile.username}
            username={profile.username}
            products={profile.products}
            total={profile.productCount}
          />
        ) : (
          <EmptyState
            art="emptyRack"
            title={m.public_profile_empty()}
            action={<LinkButton to={paths.explore()}>{m.public_profile_explore()}</LinkButton>}
          >
            {m.public_profile_empty_text()}
          </EmptyState>
        )}
      </div>
    </HydrateWhenIdle>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <Suspense>
        <MissingProfile username={params.username ?? ''} />
      </Suspense>
    )
  return <LazyErrorPage />
}
