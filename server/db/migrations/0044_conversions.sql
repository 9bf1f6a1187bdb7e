CREATE TABLE "conversion_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversion_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"receiver_id" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"answer" text,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversion_receivers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversion_receivers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"seller_id" integer NOT NULL,
	"kind" text NOT NULL,
	"receiver_id" text NOT NULL,
	"secret" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"off_at" timestamp with time zone,
	"last_answer" text
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "allows_conversions" boolean;--> statement-breakpoint
ALTER TABLE "conversion_events" ADD CONSTRAINT "conversion_events_receiver_id_conversion_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."conversion_receivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversion_events" ADD CONSTRAINT "conversion_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversion_receivers" ADD CONSTRAINT "conversion_receivers_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conversion_events_once" ON "conversion_events" USING btree ("receiver_id","order_id","kind");--> statement-breakpoint
CREATE INDEX "conversion_events_receiver_id_id_index" ON "conversion_events" USING btree ("receiver_id","id");--> statement-breakpoint
CREATE INDEX "conversion_events_unsent" ON "conversion_events" USING btree ("receiver_id","created_at") WHERE "conversion_events"."state" in ('refused', 'paused');--> statement-breakpoint
CREATE INDEX "conversion_events_order_id_index" ON "conversion_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "conversion_events_created_at_index" ON "conversion_events" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "conversion_receivers_seller" ON "conversion_receivers" USING btree ("seller_id","kind");