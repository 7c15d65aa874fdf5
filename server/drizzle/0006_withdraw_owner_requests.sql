ALTER TABLE "owner_contact_requests" DROP CONSTRAINT "owner_contact_requests_status";--> statement-breakpoint
ALTER TABLE "owner_contact_requests" DROP CONSTRAINT "owner_contact_requests_claimed";--> statement-breakpoint
ALTER TABLE "owner_contact_requests" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "owner_contact_requests" ADD COLUMN "last_reminded_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "owner_contact_requests_unclaimed" ON "owner_contact_requests" USING btree ("created_at","id") WHERE status = 'pending';--> statement-breakpoint
ALTER TABLE "owner_contact_requests" ADD CONSTRAINT "owner_contact_requests_withdrawn" CHECK (("owner_contact_requests"."status" = 'withdrawn') = ("owner_contact_requests"."withdrawn_at" is not null));--> statement-breakpoint
ALTER TABLE "owner_contact_requests" ADD CONSTRAINT "owner_contact_requests_status" CHECK ("owner_contact_requests"."status" in ('pending', 'claimed', 'fulfilled', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "owner_contact_requests" ADD CONSTRAINT "owner_contact_requests_claimed" CHECK (("owner_contact_requests"."claimed_by" is null) = ("owner_contact_requests"."claimed_at" is null) and ("owner_contact_requests"."status" = 'withdrawn' or ("owner_contact_requests"."status" = 'pending') = ("owner_contact_requests"."claimed_by" is null)));--> statement-breakpoint
-- Which grant an approval gave is kept with the request from now on; for earlier approvals the audit trail knows it.
UPDATE access_requests SET access_id = e.access_id
FROM audit_events e JOIN document_access g ON g.id = e.access_id
WHERE e.event = 'request_approved' AND e.details ->> 'requestId' = access_requests.id::text
  AND access_requests.access_id IS NULL AND access_requests.status = 'approved';
