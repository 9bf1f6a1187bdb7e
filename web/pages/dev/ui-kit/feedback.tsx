import { useState } from 'react'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { LogoLoader } from '#web/ui/brand/logo-loader.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Checklist } from '#web/ui/feedback/checklist.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Meter, ProgressBar } from '#web/ui/feedback/meter.tsx'
import { CardSkeletons, TextSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { SampleGroup, ComponentSample } from './sample.tsx'

export function FeedbackSamples() {
  const [share, setShare] = useState(0.34)
  return (
    <SampleGroup title="Feedback">
      <ComponentSample name="Banner: warn (the yellow box), bad, ok, info">
        <Banner tone="warn">This seller cannot be paid yet.</Banner>
        <Banner
          tone="bad"
          title="Your MercadoPago account is not linked"
          action={<LinkButton to={paths.paymentAccount()}>Connect</LinkButton>}
        >
          Please try again to continue selling.
        </Banner>
        <Banner tone="ok">Your email is confirmed.</Banner>
        <Banner tone="info">A draft from yesterday was found.</Banner>
      </ComponentSample>
      <ComponentSample name="Checklist">
        <Checklist
          doneLabel="done"
          tasks={[
            { id: 'verified', label: 'Verified account', isDone: true },
            {
              id: 'payment',
              label: 'Connect your MercadoPago account',
              hint: 'It takes a minute.',
              isDone: false,
              action: (
                <LinkButton size="small" to={paths.paymentAccount()}>
                  Connect
                </LinkButton>
              ),
            },
            { id: 'product', label: 'Publish your first product', isDone: false },
          ]}
        />
      </ComponentSample>
      <ComponentSample name="ProgressBar, Meter">
        <ProgressBar label="Uploading recetas.pdf" value={share} />
        <ProgressBar label="Looking at the file" />
        <Meter label="Nearly full" value={900} max={1024} tone="warn" />
        <Meter label="Full" value={1024} max={1024} tone="bad" />
        <span>
          <Button size="small" kind="ghost" onClick={() => setShare(share >= 1 ? 0 : share + 0.22)}>
            Go on
          </Button>
        </span>
      </ComponentSample>
      <ComponentSample name="EmptyState: rack, shutter, torn">
        <div className="grid gap-4 xl:grid-cols-3 2xl:grid-cols-1">
          <EmptyState
            art="emptyRack"
            heading="h3"
            title="Your rack is empty"
            action={<LinkButton to={paths.createProduct()}>Hang the first cover</LinkButton>}
          >
            Publishing takes five minutes.
          </EmptyState>
          <EmptyState
            art="closedShutter"
            heading="h3"
            title="Nobody lives at this address"
            action={
              <LinkButton to={paths.home()} kind="ghost">
                Back to home
              </LinkButton>
            }
          />
          <EmptyState art="tornAwning" heading="h3" title="Something went wrong">
            Try again in a moment.
          </EmptyState>
        </div>
      </ComponentSample>
      <ComponentSample name="Skeletons">
        <div className="grid grid-cols-3 gap-4">
          <CardSkeletons count={3} />
        </div>
        <TextSkeleton />
      </ComponentSample>
      <ComponentSample name="LogoLoader, in a window">
        <div className="h-48 overflow-hidden rounded-card border border-line [&>output]:min-h-48">
          <LogoLoader label="Loading" />
        </div>
      </ComponentSample>
    </SampleGroup>
  )
}
